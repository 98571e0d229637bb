import { fileSize } from '#contract/file-size.ts'
import { authorization } from '../shell/stored-token.ts'
import { fileFactsWording as wording } from './wording.en.ts'

for (const entry of document.querySelectorAll<HTMLElement>('[data-file]')) showFacts(entry)

/** Type and size from a HEAD request (docs/product.md 49). When it fails, both stay blank. */
async function showFacts(entry: HTMLElement): Promise<void> {
  const file = entry.dataset.file ?? ''
  try {
    const { ok, status, headers } = await fetch(file, { method: 'HEAD', headers: authorization() })
    if (!ok) throw new Error(`status ${status}`)
    const length = headers.get('content-length')
    show(entry, '[data-file-type]', headers.get('content-type') ?? wording.unknownType)
    if (length !== null) show(entry, '[data-file-size]', fileSize(Number(length)))
  } catch (cause) {
    console.warn(`Type and size of ${file} can't be shown.`, cause)
  }
}

function show(entry: HTMLElement, place: string, text: string): void {
  const element = entry.querySelector(place)
  if (element) element.textContent = text
}
