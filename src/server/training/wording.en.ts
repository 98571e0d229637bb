/** What stands around the slides. */
export const deckWording = {
  slides: (title: string) => `Slides: ${title}`,
  slideKind: 'slide',
  slide: (number: number, count: number) => `Slide ${number} of ${count}`,
  previous: 'Previous slide',
  next: 'Next slide',
  table: 'Table',
} as const
