/** What a pie takes from the page around it, because a canvas has no style sheet. */
export interface PieLook {
  colors: string[]
  ink: string
  surface: string
  font: { family: string; size: number }
  animated: boolean
}

const chartColors = [1, 2, 3, 4, 5].map((part) => `--color-chart-${part}`)

/** A change of any of these changes colors that stand in a picture already. */
const lookQueries = ['(prefers-color-scheme: dark)', '(forced-colors: active)', 'print']

/** Reads the colors that hold now; `surface` and `ink` are those of the canvas's box, the system's where it forces them. */
export function readPieLook(canvas: HTMLCanvasElement): PieLook {
  const box = getComputedStyle(canvas.parentElement ?? canvas)
  return {
    colors: chartColors.map((token) => resolvedColor(canvas, token)),
    ink: box.color,
    surface: box.backgroundColor,
    font: { family: box.fontFamily, size: Number.parseFloat(box.fontSize) },
    animated: !matchMedia('(prefers-reduced-motion: reduce)').matches,
  }
}

/** Calls back at each change of the look; answers how to stop that. */
export function watchPieLook(changed: () => void): () => void {
  const queries = lookQueries.map((query) => matchMedia(query))
  for (const query of queries) query.addEventListener('change', changed)
  return () => {
    for (const query of queries) query.removeEventListener('change', changed)
  }
}

/** A token itself still holds both schemes' colors; a property that uses it holds one. */
function resolvedColor(element: HTMLElement, token: string): string {
  element.style.color = `var(${token})`
  const { color } = getComputedStyle(element)
  element.style.color = ''
  return color
}
