import { NotLoaded } from '#portal/calls/not-loaded.tsx'
import { LoadingPlace } from '#portal/screen/loading-place.tsx'
import { Screen } from '#portal/screen/screen.tsx'
import { LinkCards } from './link-cards.tsx'
import { type LinkList, useLinks } from './queries.ts'
import { linkWording as wording } from './wording.ts'

export const ResourcesScreen = () => <LinksScreen list="resources" />
export const AdminLinksScreen = () => <LinksScreen list="admin" />

function LinksScreen({ list }: { list: LinkList }) {
  const links = useLinks(list)
  const { data, error } = links
  return (
    <Screen title={wording.title} intro={<p>{wording.intro[list]}</p>}>
      {data && <LinkCards links={data} />}
      {!data && error && <NotLoaded message={wording.loadFailed} query={links} />}
      {!data && !error && (
        <div className="link-cards-coming">
          <LoadingPlace shape="box" lines={8} label={wording.loading} />
        </div>
      )}
    </Screen>
  )
}
