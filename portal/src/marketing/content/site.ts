/** Who we are, in the foot of every page. */
export const footerAbout =
  'Radio stations for businesses. Music chosen by people, in your name, on air day and night.';
