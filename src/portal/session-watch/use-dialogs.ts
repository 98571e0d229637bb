import { useEffect, useState } from 'react'

/**
 * The dialogs about the end of a session. Their code is loaded ahead, a while after the start: few need it, and when it is
 * needed the server may be away or have another release.
 */
export const loadDialogs = async () => {
  const [warning, question] = await Promise.all([import('./idle-warning.tsx'), import('./sign-in-again.tsx')])
  return { ...warning, ...question }
}

type Dialogs = Awaited<ReturnType<typeof loadDialogs>>

/** Milliseconds between two tries. */
const pause = 3000

/** Undefined until they are loaded. */
export function useDialogs(areNeeded: boolean): Dialogs | undefined {
  const [dialogs, setDialogs] = useState<Dialogs>()
  useEffect(() => {
    if (!areNeeded) return
    let timer: ReturnType<typeof setTimeout>
    const load = () => {
      loadDialogs().then(setDialogs, () => {
        timer = setTimeout(load, pause)
      })
    }
    load()
    return () => clearTimeout(timer)
  }, [areNeeded])
  return dialogs
}
