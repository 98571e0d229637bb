import '../foundation.css'
import './kit.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type AnchorProps, AnchorProvider } from '../anchor.tsx'
import { NameMark } from '../name-mark.tsx'
import { SkipLink } from '../skip-link.tsx'
import { ToastProvider } from '../toast.tsx'
import { ContentGroup, TableGroup } from './content-group.tsx'
import { ControlGroup } from './control-group.tsx'
import { FieldGroup } from './field-group.tsx'
import { OverlayGroup, PageGroup } from './frame-group.tsx'
import { MessageGroup } from './message-group.tsx'
import { anchorOf } from './specimen.tsx'
import { TokenGroup } from './token-group.tsx'

/** Every block in every state, for looking at and for the checks of keyboard, contrast, paper and forced colors. */
function KitPage() {
  return (
    <ToastProvider>
      <AnchorProvider component={KitAnchor}>
        <SkipLink />
        <KitHead />
        <div className="kit-body">
          <KitContents />
          <main id="main" tabIndex={-1}>
            <TokenGroup />
            <ControlGroup />
            <FieldGroup />
            <MessageGroup />
            <TableGroup />
            <ContentGroup />
            <OverlayGroup />
            <PageGroup />
          </main>
        </div>
      </AnchorProvider>
    </ToastProvider>
  )
}

function KitHead() {
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

const groups: [title: string, blocks: string[]][] = [
  ['Foundations', ['Color', 'Type', 'Space and shape', 'Icon']],
  ['Controls', ['Button', 'Link button', 'Menu', 'Tabs', 'Pagination']],
  [
    'Fields',
    [
      'Text field',
      'Kinds of text',
      'Password field',
      'Text area',
      'Select',
      'Date',
      'Checkbox',
      'Error summary',
    ],
  ],
  ['Messages', ['Banner', 'Toast', 'Badge', 'Progress', 'Skeleton', 'Empty state', 'Error state']],
  ['Tables', ['Table as cards', 'Table that scrolls', 'Table without rows']],
  ['Content', ['Card', 'Email address', 'Unbroken text', 'Description list', 'Page heading']],
  ['Dialogs', ['Dialog', 'Confirm dialog']],
  ['Frame', ['Name mark', 'Masthead', 'Skip link', 'Visually hidden']],
]

/** At the side where there is room, else folded away above the blocks. */
function KitContents() {
  return (
    <nav className="kit-index" aria-label="Blocks">
      <details open={matchMedia('(min-width: 64rem)').matches}>
        <summary>All blocks</summary>
        {groups.map(([title, blocks]) => (
          <div key={title}>
            <p className="kit-index-title">{title}</p>
            <ul>
              {blocks.map((block) => (
                <li key={block}>
                  <a href={`#${anchorOf(block)}`}>{block}</a>
                </li>
              ))}
            </ul>
          </div>
        ))}
      </details>
    </nav>
  )
}

/** Samples of links lead nowhere: an address of this page alone does not take one away from it. */
function KitAnchor({ href, ...rest }: AnchorProps) {
  return <a {...rest} href={href.startsWith('#') ? href : '#main'} />
}

const place = document.getElementById('kit')
if (place)
  createRoot(place).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  )
