import { describe, expect, it } from 'vitest'
import { goesThroughOptions } from '#portal/employees/use-delayed-select.ts'

const pressed = (key: string, modifiers = {}) =>
  goesThroughOptions({ key, altKey: false, ctrlKey: false, metaKey: false, ...modifiers })

describe('in a closed dropdown', () => {
  it('treats arrows and letters as a step to another option, but no other key and no shortcut', () => {
    for (const key of ['ArrowDown', 'ArrowUp', 'Home', 'End', 'm', 'Ł']) expect(pressed(key), key).toBe(true)
    for (const key of ['Enter', ' ', 'Tab', 'Escape', 'F4', 'Shift']) expect(pressed(key), key).toBe(false)
    expect(pressed('ArrowDown', { altKey: true })).toBe(false)
    expect(pressed('m', { ctrlKey: true })).toBe(false)
  })
})
