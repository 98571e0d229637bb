import { Icon, iconNames } from '../icon.tsx'
import { Group, Specimen, State } from './specimen.tsx'

/* The samples read the tokens themselves: what is seen is what `tokens.css` says now. */

export function TokenGroup() {
  return (
    <Group
      title="Foundations"
      intro="One strong color, lake; one warm accent, lamp light and clay. Every value has one name, in tokens.css."
    >
      <Specimen title="Color" file="tokens.css" use="By what it is for, never by what it looks like.">
        {colors.map(({ title, tokens }) => (
          <State key={title} name={title}>
            <ul className="kit-swatches">
              {tokens.map((token) => (
                <Swatch key={token} token={token} />
              ))}
            </ul>
          </State>
        ))}
      </Specimen>
      <Specimen
        title="Type"
        file="tokens.css"
        use="A bookish face for headings, the reader’s own for all else."
      >
        <dl className="kit-types">
          {typeSizes.map(({ token, display, sample }) => (
            <div key={token}>
              <dt>
                <code>{token}</code>
              </dt>
              <dd className={display ? 'kit-display' : undefined} style={{ fontSize: `var(${token})` }}>
                {sample}
              </dd>
            </div>
          ))}
        </dl>
      </Specimen>
      <Specimen
        title="Space and shape"
        file="tokens.css"
        use="Steps of four pixels; three radii, two shadows."
      >
        <ul className="kit-spaces">
          {spaces.map((token) => (
            <li key={token}>
              <code>{token}</code>
              <span className="kit-space" style={{ width: `var(${token})` }} />
            </li>
          ))}
        </ul>
        <ul className="kit-shapes">
          {radii.map((token) => (
            <li key={token} style={{ borderRadius: `var(${token})` }}>
              <code>{token}</code>
            </li>
          ))}
          {shadows.map((token) => (
            <li key={token} style={{ boxShadow: `var(${token})` }}>
              <code>{token}</code>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen
        title="Icon"
        file="icon.tsx"
        use="Own drawings on a grid of 24; decoration unless it has a label. Small, medium, large."
      >
        <ul className="kit-icons">
          {iconNames.map((name) => (
            <li key={name}>
              <Icon name={name} size="large" />
              <span>{name}</span>
            </li>
          ))}
        </ul>
        <div className="kit-row">
          <Icon name="home" size="small" label="Home, small" />
          <Icon name="home" label="Home, medium" />
          <Icon name="home" size="large" label="Home, large" />
        </div>
      </Specimen>
    </Group>
  )
}

function Swatch({ token }: { token: string }) {
  return (
    <li>
      <span className="kit-swatch" style={{ background: `var(${token})` }} />
      <code>{token}</code>
    </li>
  )
}

/** Every color of `tokens.css`; the test of this page notices one that is missing here. */
const colors = [
  {
    title: 'Ground and text',
    tokens: [
      '--color-page',
      '--color-surface',
      '--color-sunken',
      '--color-ink',
      '--color-ink-soft',
      '--color-line',
      '--color-control',
      '--color-link',
    ],
  },
  {
    title: 'Strong: lake',
    tokens: [
      '--color-strong',
      '--color-strong-hover',
      '--color-on-strong',
      '--color-strong-soft',
      '--color-deep',
      '--color-deep-raised',
      '--color-on-deep',
      '--color-on-deep-soft',
    ],
  },
  {
    title: 'Accent: lamp light and clay',
    tokens: [
      '--color-accent',
      '--color-accent-soft',
      '--color-on-accent-soft',
      '--color-focus',
      '--color-focus-on-deep',
    ],
  },
  { title: 'Over the page', tokens: ['--color-veil'] },
  { title: 'Danger', tokens: ['--color-danger', '--color-danger-hover', '--color-on-danger'] },
  {
    title: 'Tones of badges and banners',
    tokens: ['green', 'yellow', 'gray', 'blue', 'red'].flatMap((tone) => [
      `--tone-${tone}`,
      `--tone-on-${tone}`,
    ]),
  },
  { title: 'Parts of a chart', tokens: [1, 2, 3, 4, 5].map((part) => `--color-chart-${part}`) },
]

const typeSizes = [
  { token: '--text-hero', display: true, sample: 'A home is the beginning' },
  { token: '--text-heading', display: true, sample: 'Clients of this month' },
  { token: '--text-title', display: true, sample: 'Weekly notes' },
  { token: '--text-large', display: false, sample: 'We listen, make a plan with you and stand by you.' },
  { token: '--text-base', display: false, sample: 'One person from our team gets to know you.' },
  { token: '--text-small', display: false, sample: 'Changed on Friday by Rosa Lindqvist' },
]

const spaces = [1, 2, 3, 4, 5, 6, 7, 8].map((step) => `--space-${step}`)
const radii = ['--radius-small', '--radius', '--radius-large', '--radius-round']
const shadows = ['--shadow-low', '--shadow-high']
