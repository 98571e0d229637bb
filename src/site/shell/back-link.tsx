import './back-link.css'
import { Icon } from '#ui/icon.tsx'

/** To the page that this one belongs to. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <a className="back-link" href={href}>
      <Icon name="chevron-left" size="small" />
      {label}
    </a>
  )
}
