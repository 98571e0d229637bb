import './service-cards.css'
import { servicePath } from '#contract/services/service-keys.ts'
import type { Service } from './service.ts'

type ServiceCardsProps = {
  services: readonly Service[]
  /** Of the cards' headings. */
  level: 2 | 3
  /** Pages that have a drawing already show the words alone. */
  pictures?: boolean
}

/** One link a card; the whole card takes the finger. */
export function ServiceCards({ services, level, pictures }: ServiceCardsProps) {
  const Heading = `h${level}` as const
  return (
    <ul className="services-cards">
      {services.map(({ key, title, card, Picture }) => (
        <li key={key}>
          {pictures && <Picture />}
          <div>
            <Heading>
              <a href={servicePath(key)}>{title}</a>
            </Heading>
            <p>{card}</p>
          </div>
        </li>
      ))}
    </ul>
  )
}
