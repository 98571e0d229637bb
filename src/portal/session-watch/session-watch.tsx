import { useEffect, useRef, useState } from 'react'
import { useToast } from '#ui/toast.tsx'
import { IdleWarning } from './idle-warning.tsx'
import { type IdleWatch, watchIdleness } from './idle-watch.ts'
import { sessionEndWording } from './wording.ts'

/** Watches over the session wherever somebody is signed in, and shows what has to be said about its end. */
export function SessionWatch() {
  const [secondsLeft, setSecondsLeft] = useState<number>()
  const watch = useRef<IdleWatch>(null)
  const toast = useToast()

  useEffect(() => {
    watch.current = watchIdleness({
      idle: setSecondsLeft,
      expiring: (end) =>
        toast({ text: sessionEndWording.expiring(hourAndMinute(end)), tone: 'warning', duration: null }),
    })
    return () => watch.current?.stop()
  }, [toast])

  if (secondsLeft === undefined) return null
  return <IdleWarning secondsLeft={secondsLeft} onStay={async () => watch.current?.stay()} />
}

/** '6:02 PM'. */
function hourAndMinute(instant: Date): string {
  return instant.toLocaleTimeString('en-US', { hour: 'numeric', minute: '2-digit' })
}
