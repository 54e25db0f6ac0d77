/**
 * Somebody's words as one line: line breaks of whatever kind, and what else steers instead of saying
 * something, become a space.
 */
export const asLine = (text: string): string => text.replaceAll(/[\p{Cc}\s]+/gu, ' ');
