import type { Control } from '#contract/forms/controls.ts'
import type { Caption, Rect, Widget } from './layout.ts'
import { box, heights, inset, styles } from './measures.ts'
import type { Typeface } from './typeface.ts'

const betweenOptions = 12
const besideBox = 3.5

/** A statement with its box before it. */
export function placeCheckbox(control: Control, text: string, { x, y, height }: Rect): Widget {
  const top = y + (height - box) / 2
  return { ...boxAt(x + inset, top), control, caption: besideBoxAt(text, x + inset, top) }
}

/** Boxes with their words, in the middle of what the label leaves free. */
export function placeOptions(
  options: readonly string[],
  owner: (number: number) => Control,
  frame: Rect,
  type: Typeface,
): Widget[] {
  const places = flow(options, frame.width, type)
  const free = frame.height - heights.label - optionLines(options, frame.width, type) * heights.option
  return options.map((option, number) => {
    const { left, line } = places[number] ?? { left: 0, line: 0 }
    const x = frame.x + inset + left
    const y = frame.y + heights.label + free / 2 + line * heights.option + 1
    return { ...boxAt(x, y), control: owner(number), option, caption: besideBoxAt(option, x, y) }
  })
}

export function optionLines(options: readonly string[], width: number, type: Typeface): number {
  return (flow(options, width, type).at(-1)?.line ?? 0) + 1
}

export function boxAt(x: number, y: number): Rect {
  return { x, y, width: box, height: box }
}

function besideBoxAt(text: string, x: number, top: number): Caption {
  return { text, style: styles.option, x: x + box + besideBox, baseline: top + 8 }
}

/** Options stand side by side as long as there is room, then on the next line. */
function flow(options: readonly string[], width: number, type: Typeface) {
  let left = 0
  let line = 0
  return options.map((option) => {
    const needed = box + besideBox + type.width(option, styles.option)
    if (left > 0 && left + needed > width - 2 * inset) {
      left = 0
      line += 1
    }
    const place = { left, line }
    left += needed + betweenOptions
    return place
  })
}
