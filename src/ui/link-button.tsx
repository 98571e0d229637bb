import './button.css'
import { Anchor, type AnchorProps } from './anchor.tsx'
import type { ButtonTone } from './button.tsx'
import { classNames } from './class-names.ts'
import { Icon, type IconName } from './icon.tsx'

type LinkButtonProps = AnchorProps & { tone?: ButtonTone; icon?: IconName; small?: boolean }

export function LinkButton({
  tone = 'secondary',
  icon,
  small,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Anchor {...rest} className={classNames('button', `button-${tone}`, small && 'button-small', className)}>
      <span className="button-label">
        {icon && <Icon name={icon} />}
        {children}
      </span>
    </Anchor>
  )
}
