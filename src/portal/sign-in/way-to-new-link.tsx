import { signInPaths } from '#contract/paths.ts'
import { Anchor } from '#ui/anchor.tsx'
import { signInWording } from './wording.ts'

export function WayToNewLink() {
  return (
    <Anchor className="sign-in-card-link" href={signInPaths.forgotPassword}>
      {signInWording.forgotPassword.title}
    </Anchor>
  )
}
