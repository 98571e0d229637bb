/** Characters: enough to know a note by. */
const enough = 140

/** How a note begins, on one line, cut between words where that is possible. */
export function noteBeginning(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = Array.from(line)
  if (characters.length <= enough) return line
  const cut = characters.slice(0, enough + 1).join('')
  const end = cut.lastIndexOf(' ')
  // A word without end is cut anyway, so that the dialog stays a dialog.
  const kept = end > enough / 2 ? cut.slice(0, end) : characters.slice(0, enough).join('')
  return `${kept.replace(/[\s.,;:!?]+$/, '')}…`
}
