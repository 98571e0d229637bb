import './top-strip.css'
import { shellWording } from './wording.en.ts'

/** For people who must not be seen reading this: the link stays in sight, and the page's script keeps Back from returning here. */
export function TopStrip({ leaveTo, wording = shellWording.leave }: TopStripProps) {
  return (
    <aside className="top-strip deep screen-only" aria-label={wording.label}>
      <a className="top-strip-leave" href={leaveTo} rel="noreferrer nofollow">
        {wording.link}
      </a>
      <span>{wording.history}</span>
    </aside>
  )
}

type TopStripProps = {
  leaveTo: string
  wording?: Record<keyof typeof shellWording.leave, string>
}
