import '../foundation.css'
import './kit.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { type AnchorProps, AnchorProvider } from '../anchor.tsx'
import { SkipLink } from '../masthead.tsx'
import { ToastProvider } from '../toast.tsx'
import { ContentGroup } from './content-group.tsx'
import { ControlGroup } from './control-group.tsx'
import { FieldGroup } from './field-group.tsx'
import { FrameGroup } from './frame-group.tsx'
import { MessageGroup } from './message-group.tsx'
import { TokenGroup } from './token-group.tsx'

/** Every component in every state, to look at and for the checks of kit.journey.ts. */
function KitPage() {
  return (
    <ToastProvider>
      <AnchorProvider component={KitAnchor}>
        <SkipLink />
        <main id="main" className="kit" tabIndex={-1}>
          <h1>Components</h1>
          <TokenGroup />
          <ControlGroup />
          <FieldGroup />
          <MessageGroup />
          <ContentGroup />
          <FrameGroup />
        </main>
      </AnchorProvider>
    </ToastProvider>
  )
}

/** Keeps sample links on this page. */
function KitAnchor({ href, ...rest }: AnchorProps) {
  return <a {...rest} href={href.startsWith('#') ? href : '#main'} />
}

const root = document.getElementById('kit')
if (root)
  createRoot(root).render(
    <StrictMode>
      <KitPage />
    </StrictMode>,
  )
