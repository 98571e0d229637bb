import { signInPaths } from '#contract/paths.ts'
import { Anchor } from '#ui/anchor.tsx'
import { ForgotPasswordForm } from './forgot-password-form.tsx'
import { SignInCard } from './sign-in-card.tsx'
import { signInWording } from './wording.ts'

const wording = signInWording.forgotPassword

export function ForgotPasswordScreen() {
  return (
    <SignInCard title={wording.title} subtitle={wording.intro}>
      <ForgotPasswordForm />
      <Anchor className="sign-in-card-link" href={signInPaths.login}>
        {signInWording.backToLogin}
      </Anchor>
    </SignInCard>
  )
}
