import './screen.css'
import type { ReactNode, Ref } from 'react'
import { Banner } from '#ui/banner.tsx'

type SuccessMessageProps = {
  title: string | undefined
  children?: ReactNode
  /** Takes focus when the form disappears. */
  ref?: Ref<HTMLDivElement>
}

/** In the page from the start: a live region that is added with its text is often not announced. */
export function SuccessMessage({ title, children, ref }: SuccessMessageProps) {
  return (
    <div className="success-message announced" role="status" ref={ref} tabIndex={-1}>
      {title && (
        <Banner tone="success" title={title} announce="none">
          {children}
        </Banner>
      )}
    </div>
  )
}
