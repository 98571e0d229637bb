import { NameMark } from '../name-mark.tsx'

export function KitHead() {
  return (
    <header className="kit-head">
      <div className="kit-head-inner">
        <NameMark name="Stable Kit" detail="Building blocks" />
        <h1>Calm, warm, plain</h1>
        <p>
          Every block of the website and the portal in every state it can be in. They follow the colors of
          your system: change its appearance, the text size or the width of the window, and look again.
        </p>
      </div>
    </header>
  )
}
