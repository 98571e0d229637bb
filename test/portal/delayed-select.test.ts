import { describe, expect, it } from 'vitest'
import { goesThroughOptions } from '#portal/employees/use-delayed-select.ts'

const pressed = (key: string, modifiers = {}) =>
  goesThroughOptions({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers })

describe('in a closed dropdown', () => {
  it.each(['ArrowDown', 'ArrowUp', 'Home', 'End', 'm', 'Ł'])('%s goes to another option', (key) => {
    expect(pressed(key)).toBe(true)
  })

  it.each(['Enter', ' ', 'Tab', 'Escape', 'F4', 'Shift'])('“%s” does not', (key) => {
    expect(pressed(key)).toBe(false)
  })

  it('an arrow that opens the list does not', () => {
    expect(pressed('ArrowDown', { altKey: true })).toBe(false)
    expect(pressed('m', { ctrlKey: true })).toBe(false)
  })
})
