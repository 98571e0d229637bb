import { Icon } from '../icon.tsx'
import { Group, Specimen } from './specimen.tsx'

/* Reads the tokens from the style sheet: the page shows all of tokens.css, tones.css and controls.css. */

export function TokenGroup() {
  return (
    <Group title="Foundations">
      <Specimen title="Color" file="tokens.css, tones.css, controls.css">
        <ul className="kit-swatches">
          {tokensLike(/^--(color|tone)-/).map((token) => (
            <li key={token}>
              <span style={{ background: `var(${token})` }} />
              <code>{token}</code>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Type" file="tokens.css">
        {tokensLike(/^--text-/).map((token) => (
          <p key={token} style={{ fontSize: `var(${token})` }}>
            {token}: a home is the beginning
          </p>
        ))}
      </Specimen>
      <Specimen title="Space and shape" file="tokens.css">
        <ul className="kit-swatches">
          {tokensLike(/^--space-/).map((token) => (
            <li key={token}>
              <span style={{ width: `var(${token})` }} />
              <code>{token}</code>
            </li>
          ))}
          {tokensLike(/^--radius/).map((token) => (
            <li key={token}>
              <span style={{ borderRadius: `var(${token})` }} />
              <code>{token}</code>
            </li>
          ))}
          {tokensLike(/^--shadow-/).map((token) => (
            <li key={token}>
              <span style={{ boxShadow: `var(${token})` }} />
              <code>{token}</code>
            </li>
          ))}
        </ul>
      </Specimen>
      <Specimen title="Icon" file="icon.tsx">
        <div className="kit-row">
          <Icon name="home" size="small" />
          <Icon name="home" />
          <Icon name="home" size="large" />
        </div>
      </Specimen>
    </Group>
  )
}

function tokensLike(pattern: RegExp): string[] {
  const layers = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules])
  const rules = layers.flatMap((layer) =>
    layer instanceof CSSLayerBlockRule && layer.name === 'tokens' ? [...layer.cssRules] : [],
  )
  const tokens = rules.flatMap((rule) => (rule instanceof CSSStyleRule ? [...rule.style] : []))
  return [...new Set(tokens)].filter((token) => pattern.test(token))
}
