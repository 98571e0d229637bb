import { legalWording } from './wording.en.ts'

/** The id of a section's heading. */
export const placeOf = (index: number): string => `part-${index + 1}`

/** The way to each section, where there is room beside the text. */
export function Contents({ titles }: { titles: readonly string[] }) {
  return (
    <nav className="legal-contents" aria-labelledby="legal-contents">
      <p id="legal-contents">{legalWording.contents}</p>
      <ul>
        {titles.map((title, index) => (
          <li key={title}>
            <a href={`#${placeOf(index)}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  )
}
