import { useEffect, useRef, useState } from 'react'
import { sessionDuration } from '#contract/durations.ts'
import { hourAndMinute } from '#portal/screen/dates.ts'
import { useToast } from '#ui/toast.tsx'
import { type IdleWatch, watchIdleness } from './idle-watch.ts'
import { useDialogs } from './use-dialogs.ts'

/** Warns before the session of the signed-in person ends. */
export function SessionWatch() {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const watch = useRef<IdleWatch>(null)
  const toast = useToast()

  useEffect(() => {
    watch.current = watchIdleness({
      idle: setSecondsLeft,
      expiring: (end) =>
        toast({
          text: `Your session ends at ${hourAndMinute(end)}, ${sessionDuration.lifetime} after you signed in. You can then sign in again to continue. Your unsaved text is kept.`,
          tone: 'warning',
          duration: null,
          lasts: true,
        }),
    })
    return () => watch.current?.stop()
  }, [toast])

  const dialogs = useDialogs(secondsLeft !== undefined)
  if (secondsLeft === undefined || !dialogs) return null
  return <dialogs.IdleWarning secondsLeft={secondsLeft} onStay={async () => watch.current?.stay()} />
}
