/** The first year of the operator’s copyright line (specification §2). */
export const COPYRIGHT_YEAR = 2024;
