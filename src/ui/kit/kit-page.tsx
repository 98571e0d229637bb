import '../foundation.css'
import './kit-page.css'
import './kit-samples.css'
import { AnchorProvider } from '../anchor.tsx'
import { SkipLink } from '../skip-link.tsx'
import { ToastProvider } from '../toast.tsx'
import { ContentGroup } from './content-group.tsx'
import { ControlGroup } from './control-group.tsx'
import { FieldGroup } from './field-group.tsx'
import { KitAnchor } from './kit-anchor.tsx'
import { KitContents } from './kit-contents.tsx'
import { KitHead } from './kit-head.tsx'
import { MessageGroup } from './message-group.tsx'
import { OverlayGroup } from './overlay-group.tsx'
import { PageGroup } from './page-group.tsx'
import { TableGroup } from './table-group.tsx'
import { TokenGroup } from './token-group.tsx'

/** Every block in every state, for looking at and for the checks of keyboard, contrast, paper and forced colors. */
export function KitPage() {
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
