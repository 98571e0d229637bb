import { useState } from 'react'
import type { Employee } from '#contract/employees/schema.ts'
import { screenPath } from '#contract/paths.ts'
import { fullName } from '#portal/screen/full-name.ts'
import { Screen } from '#portal/screen/screen.tsx'
import { Anchor } from '#ui/anchor.tsx'
import { Banner } from '#ui/banner.tsx'
import { UnbrokenText } from '#ui/unbroken-text.tsx'
import { NewEmployeeForm } from './new-employee-form.tsx'
import { employeeScreenWording } from './wording.ts'

const wording = employeeScreenWording.add

export function AddEmployeeScreen() {
  const [created, setCreated] = useState<Employee>()
  return (
    <Screen title={wording.title} narrow>
      {/* In the page from the start: a status that arrives with its text is often not read. */}
      <div className="record-form-result" role="status">
        {created && (
          <Banner
            tone="success"
            title={wording.created}
            announce="none"
            onDismiss={() => setCreated(undefined)}
          >
            <p>
              <UnbrokenText text={wording.createdDetail(fullName(created), created.email)} />
            </p>
            <Anchor href={screenPath('admin', 'userManagement')}>{wording.toList}</Anchor>
          </Banner>
        )}
      </div>
      <NewEmployeeForm onSubmit={() => setCreated(undefined)} onCreated={setCreated} />
    </Screen>
  )
}
