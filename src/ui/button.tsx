import './button.css'
import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Anchor, type AnchorProps } from './anchor.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'

type Look = { tone?: ButtonTone; icon?: IconName; small?: boolean }

type ButtonProps = ComponentProps<'button'> &
  Look & {
    /** Ignores clicks without losing focus, as a disabled button would. */
    busy?: boolean
  }

export function Button({
  tone = 'secondary',
  icon,
  small,
  busy,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  function click(event: MouseEvent<HTMLButtonElement>) {
    if (busy) event.preventDefault()
    else onClick?.(event)
  }
  return (
    <button
      type="button"
      {...rest}
      className={classNames('button', `button-${tone}`, small && 'button-small', className)}
      aria-disabled={busy || rest['aria-disabled'] || undefined}
      aria-busy={busy || undefined}
      onClick={click}
    >
      <span className="button-label">
        {busy ? <span className="button-spinner" aria-hidden="true" /> : icon && <Icon name={icon} />}
        {children}
      </span>
    </button>
  )
}

/** A link that looks like a button. */
export function LinkButton({
  tone = 'secondary',
  icon,
  small,
  className,
  children,
  ...rest
}: AnchorProps & Look) {
  return (
    <Anchor {...rest} className={classNames('button', `button-${tone}`, small && 'button-small', className)}>
      <span className="button-label">
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </Anchor>
  )
}

/** The primary button comes first in the markup: Tab reaches it first. */
export function FormActions({ children }: { children: ReactNode }) {
  return <div className="form-actions">{children}</div>
}
