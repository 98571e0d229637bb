import { Icon, iconNames } from '../icon.tsx'
import { Group, Specimen, State } from './specimen.tsx'
import { colors, radii, shadows, spaces, typeSizes } from './tokens.ts'

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
