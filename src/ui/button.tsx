import './button.css'
import type { ComponentProps, MouseEvent } from 'react'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

export type ButtonTone = 'primary' | 'secondary' | 'quiet' | 'danger'

export type ButtonProps = ComponentProps<'button'> & {
  tone?: ButtonTone
  icon?: IconName
  small?: boolean
  /** Work is under way: clicks are ignored, yet the button keeps focus and its place. */
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
