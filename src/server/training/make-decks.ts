import { readdir, readFile } from 'node:fs/promises'
import { extname, join } from 'node:path'
import { deckPath } from '#contract/training/decks.ts'
import type { Training } from './read-training.ts'

const types: Record<string, string> = {
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
}

/** All our decks as documents, their style sheet, and the pictures of the folder. What makes them is loaded only now. */
export async function makeDecks({ decks, pictures }: Training, organization: string) {
  const { deckDocument, deckFiles } = await import('./deck-document.ts')
  const style = await readFile(join(import.meta.dirname, 'deck.css'), 'utf8')
  const names = (await readdir(pictures)).filter((name) => types[extname(name)])
  return [
    ...decks.flatMap(({ key, title, markdown }) =>
      markdown === null
        ? []
        : [
            {
              paths: [deckPath(key)],
              type: 'text/html; charset=utf-8',
              framed: true,
              text: deckDocument(title, markdown, organization),
            },
          ],
    ),
    { paths: [`${deckFiles}/deck.css`], type: 'text/css; charset=utf-8', text: style },
    ...(await Promise.all(
      names.map(async (name) => ({
        paths: [`${deckFiles}/${name}`],
        type: types[extname(name)] ?? '',
        content: await readFile(join(pictures, name)),
      })),
    )),
  ]
}
