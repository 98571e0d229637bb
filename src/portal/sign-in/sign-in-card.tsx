import './sign-in-card.css'
import type { ReactNode } from 'react'
import { signInPaths } from '#contract/paths.ts'
import { ScreenTitle } from '#portal/screen/screen-title.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'

type SignInCardProps = { title: string; tabTitle?: string; subtitle?: string; children: ReactNode }

/** The frame of the sign-in pages; it is inside the public site's header, main part and footer. */
export function SignInCard({ title, tabTitle = title, subtitle, children }: SignInCardProps) {
  return (
    <div className="sign-in-card">
      <ScreenTitle title={tabTitle} />
      <div className="soft">
        <h1>{title}</h1>
        {subtitle && (
          <p>
            <UnbrokenText text={subtitle} />
          </p>
        )}
      </div>
      {children}
    </div>
  )
}

/** A ref of a form. On touch the keyboard would cover the page. */
export function focusFirstEmptyField(form: HTMLFormElement | null): void {
  if (!form || !matchMedia('(pointer: fine)').matches) return
  const fields = form.querySelectorAll<HTMLInputElement>('input:not([type="checkbox"])')
  Array.from(fields, (field) => field)
    .find(({ value }) => value === '')
    ?.focus()
}

export function BackToLogin() {
  return (
    <Anchor className="sign-in-card-link touch-line" href={signInPaths.login}>
      Back to login
    </Anchor>
  )
}

export function ForgotPasswordLink() {
  return (
    <Anchor className="sign-in-card-link touch-line" href={signInPaths.forgotPassword}>
      Forgot Password
    </Anchor>
  )
}
