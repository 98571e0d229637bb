import './screen.css'
import { EmailAddress } from '#ui/unbroken-text.tsx'

/** docs/product.md 65: the name, with the address after it in smaller type; an account without a name has only the address. */
export function Person({ name, email }: { name: string; email: string }) {
  if (!name) return <EmailAddress address={email} className="person-name" />
  return (
    <span className="person">
      <span className="person-name" dir="auto">
        {name}
      </span>{' '}
      <EmailAddress address={email} className="person-email" />
    </span>
  )
}
