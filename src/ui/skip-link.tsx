import './skip-link.css'

/** Stands first in the page, and leads to the part with the id `main`. */
export function SkipLink({ label = 'Skip to main content' }: { label?: string }) {
  return (
    <a className="skip-link" href="#main">
      {label}
    </a>
  )
}
