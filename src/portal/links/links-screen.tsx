import { useQuery } from '@tanstack/react-query'
import { Loaded } from '#portal/calls/loaded.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkCards } from './link-cards.tsx'
import { type LinkList, linkQuery } from './queries.ts'
import { linkWording as wording } from './wording.ts'

export const ResourcesScreen = () => <LinksScreen list="resources" />
export const AdminLinksScreen = () => <LinksScreen list="admin" />

function LinksScreen({ list }: { list: LinkList }) {
  const links = useQuery(linkQuery(list))
  return (
    <Screen title={wording.title} intro={<p>{wording.intro[list]}</p>}>
      <Loaded
        query={links}
        waiting={
          <div className="link-cards-coming">
            <LoadingPlace shape="box" lines={8} label={wording.loading} />
          </div>
        }
        failed={wording.loadFailed}
      >
        {(links) => <LinkCards links={links} />}
      </Loaded>
    </Screen>
  )
}
