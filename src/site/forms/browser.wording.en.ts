/** Words that only the page's script shows. */
export const fileFactsWording = {
  unknownType: 'Unknown',
  units: ['Bytes', 'KB', 'MB', 'GB'],
} as const
