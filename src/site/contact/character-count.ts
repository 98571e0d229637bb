import { contactFormWording as wording } from './browser.wording.en.ts'

export const format = (count: number): string => count.toLocaleString('en-US')

/**
 * Nothing that was pasted is cut off: the count says how many are too many. Quiet until four fifths are used. Answers
 * a function that counts anew.
 */
export function countCharacters(field: HTMLTextAreaElement, limit: number): () => void {
  field.removeAttribute('maxlength')
  const place = document.getElementById(`${field.id}-count`)
  const count = () => {
    const left = limit - field.value.length
    if (!place) return
    place.textContent =
      left < 0
        ? wording.tooMany(format(-left))
        : left < limit / 5
          ? wording.left(format(left))
          : wording.upTo(format(limit))
    place.classList.toggle('field-count-over', left < 0)
  }
  field.addEventListener('input', count)
  count()
  return count
}
