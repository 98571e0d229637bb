import './service-cards.css'
import type { Service } from './services.ts'

type ServiceCardsProps = {
  services: readonly Service[]
  /** The heading level of the cards. */
  level: 2 | 3
  /** Shows the drawing of each service. */
  pictures?: boolean
}

/** Cards with one link each, which covers the whole card. */
export function ServiceCards({ services, level, pictures }: ServiceCardsProps) {
  const Heading = `h${level}` as const
  return (
    <ul className="services-cards">
      {services.map(({ key, path, title, card, Picture }) => (
        <li key={key}>
          {pictures && <Picture />}
          <div>
            <Heading>
              <a href={path}>{title}</a>
            </Heading>
            <p>{card}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
