import './screen.css'
import { type ComponentProps, useEffect, useState } from 'react'
import { Skeleton } from '#ui/skeleton.tsx'

/** Milliseconds. */
const longWait = 8000

/** A skeleton that says so when loading takes long. */
export function LoadingSkeleton(props: ComponentProps<typeof Skeleton>) {
  const [isLong, setLong] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setLong(true), longWait)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="stack-close">
      <p className="soft announced" role="status">
        {isLong && 'This is taking longer than usual.'}
      </p>
      <Skeleton {...props} />
    </div>
  )
}
