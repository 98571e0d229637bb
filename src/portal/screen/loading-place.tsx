import './screen.css'
import { type ComponentProps, useEffect, useState } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'
import { screenWording } from './wording.ts'

/** Milliseconds. */
const usualWait = 8000

/** A skeleton that says so when the wait grows long. */
export function LoadingPlace(props: ComponentProps<typeof Skeleton>) {
  const [long, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), usualWait)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="loading-place">
      <p className="loading-place-long" role="status">
        {long && screenWording.takesLong}
      </p>
      <Skeleton {...props} />
    </div>
  )
}
