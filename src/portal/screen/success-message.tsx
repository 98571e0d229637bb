import './success-message.css'
import type { ReactNode, Ref } from 'react'
import { Banner } from '#ui/banner.tsx'

type SuccessMessageProps = {
  title: string | undefined
  children?: ReactNode
  /** Takes focus where the form goes that was filled in. */
  ref?: Ref<HTMLDivElement>
}

/** Its place is in the page from the start: a live region that arrives with its text is often not read aloud. */
export function SuccessMessage({ title, children, ref }: SuccessMessageProps) {
  return (
    <div className="success-message" role="status" ref={ref} tabIndex={-1}>
      {title && (
        <Banner tone="success" title={title} announce="none">
          {children}
        </Banner>
      )}
    </div>
  )
}
