import '#ui/toast.css'
import { Icon, type IconName } from '#ui/icon.tsx'

/** Empty places that the script fills: good news waits for its turn, bad news interrupts. */
export function ContactToasts({ dismiss }: { dismiss: string }) {
  return (
    <div className="toast-region">
      <div id="contact-sent" role="status">
        <EmptyToast icon="check" dismiss={dismiss} />
      </div>
      <div id="contact-failed" role="alert">
        <EmptyToast icon="danger" dismiss={dismiss} />
      </div>
    </div>
  )
}

function EmptyToast({ icon, dismiss }: { icon: IconName; dismiss: string }) {
  return (
    <div className="toast" hidden>
      <Icon name={icon} />
      <p />
      <button type="button" className="toast-dismiss" aria-label={dismiss}>
        <Icon name="close" />
      </button>
    </div>
  )
}
