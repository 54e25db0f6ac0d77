/** What a link leads to within a page: 'How long it lasts, and how it ends' is `how-long-it-lasts-and-how-it-ends`. */
export function sectionId(heading: string): string {
  return heading
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
}
