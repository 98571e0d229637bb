import { useEffect } from 'react'

/** Calls `record` when the screen is printed, also by the browser's own command, which can't be stopped. */
export function useRecordedPrints(record: () => Promise<void> | undefined): void {
  useEffect(() => {
    const recordPrint = () => void record()?.catch(() => undefined)
    addEventListener('beforeprint', recordPrint)
    return () => removeEventListener('beforeprint', recordPrint)
  })
}
