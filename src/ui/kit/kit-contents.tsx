import { anchorOf } from './specimen.tsx'

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
export function KitContents() {
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
