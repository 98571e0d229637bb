import { useEffect, useEffectEvent } from 'react'

/** Where letters are text, or choose an option. */
const fields = 'input:not([type="checkbox"]), select, textarea, [contenteditable]'

/** What single letters do on this screen, except with a modifier, in a field or behind a dialog. */
export function useKeys(actions: Readonly<Record<string, () => void>>): void {
  const press = useEffectEvent((event: KeyboardEvent) => {
    const act = actions[event.key.toLowerCase()]
    const hasModifier = event.ctrlKey || event.metaKey || event.altKey || event.shiftKey
    if (!act || hasModifier || event.repeat || event.isComposing) return
    if ((event.target as Element).closest(fields) || document.querySelector('dialog[open]')) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
