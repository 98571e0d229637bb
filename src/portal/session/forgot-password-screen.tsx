import { signInPaths } from '#contract/paths.ts'
import { Anchor } from '#ui/anchor.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.forgotPassword

/** Until the server can send reset links by itself: the way that there is. */
export function ForgotPasswordScreen() {
  return (
    <SignInCard title={wording.title}>
      <div className="sign-in-card-text">
        <p>{wording.text}</p>
        <p>{wording.whatToDo}</p>
      </div>
      <Anchor className="sign-in-card-link" href={signInPaths.login}>
        {signInWording.backToLogin}
      </Anchor>
    </SignInCard>
  )
}
