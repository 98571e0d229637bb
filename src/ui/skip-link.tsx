import './skip-link.css'

type SkipLinkProps = { target?: string; label?: string }

/** Stands first in the page; `target` is the id of the main part. */
export function SkipLink({ target = 'main', label = 'Skip to main content' }: SkipLinkProps) {
  return (
    <a className="skip-link" href={`#${target}`}>
      {label}
    </a>
  )
}
