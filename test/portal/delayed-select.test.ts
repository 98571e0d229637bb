import { describe, expect, it } from 'vitest'
import { goesThroughOptions } from '#portal/employees/use-delayed-select.ts'

const pressed = (key: string, modifiers = {}) =>
  goesThroughOptions({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers })

describe('in a closed dropdown', () => {
  it.each(['ArrowDown', 'ArrowUp', 'Home', 'End', 'm', 'Ł'])(
    'treats %s as a step to another option',
    (key) => {
      expect(pressed(key)).toBe(true)
    },
  )

  it.each(['Enter', ' ', 'Tab', 'Escape', 'F4', 'Shift'])(
    'does not treat “%s” as a step to another option',
    (key) => {
      expect(pressed(key)).toBe(false)
    },
  )

  it('does not treat an arrow that opens the list, or a shortcut, as a step to another option', () => {
    expect(pressed('ArrowDown', { altKey: true })).toBe(false)
    expect(pressed('m', { ctrlKey: true })).toBe(false)
  })
})
