import './name-mark.css'
import { Anchor } from './anchor.tsx'

type NameMarkProps = { name: string; href?: string; detail?: string }

/** A roof over a lit door; the sign is drawn here, the name comes from outside. */
export function NameMark({ name, href, detail }: NameMarkProps) {
  const content = (
    <>
      <svg className="name-mark-sign" viewBox="0 0 48 48" aria-hidden="true" focusable="false">
        <rect className="name-mark-ground" width="48" height="48" rx="12" />
        <path className="name-mark-roof" d="M9 25.5 24 12l15 13.5" />
        <path className="name-mark-wall" d="M14 26v11.5h20V26" />
        <path className="name-mark-door" d="M20 37.5V30a4 4 0 0 1 8 0v7.5z" />
      </svg>
      <span className="name-mark-text">
        <span className="name-mark-name">{name}</span>
        {detail && <span className="name-mark-detail">{detail}</span>}
      </span>
    </>
  )
  if (href === undefined) return <span className="name-mark">{content}</span>
  return (
    <Anchor className="name-mark" href={href}>
      {content}
    </Anchor>
  )
}
