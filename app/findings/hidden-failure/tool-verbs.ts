/** Verbs of tools that do something, wherever they stand in the name. */
export const ACTION =
  words(`abort accept acquire activate add allocate append apply approve archive arm assign attach authorize
  batch bid block book boot borrow build bulk burn buy calibrate call cancel capture charge checkout
  clear click clip clone close commit compile complete compress connect convert copy create crop
  deactivate deallocate declare decline decode decompress decrypt delete deny deploy deposit destroy
  detach dim disable disarm dispatch download drag drop edit embed enable encode encrypt enrol enroll
  enter escalate exec execute export extract fill finish flush follow forward grant hire hover import
  ingest init insert install invite join kill launch lend like link loan lock login make mark merge
  migrate mint modify mount move mute mv navigate open order patch pause pay pick pin place play post
  predict press produce promote provision publish pull purge push put rebase reboot rebuild refresh
  refund register reindex reject release reload remove rename renew reopen reply reproject reserve reset
  resize resolve restart resume retry revoke rollback rotate run save schedule scroll seek sell
  send set shell ship shutdown sign skip spawn split stake start stop store submit subscribe
  swap swipe switch sync take takeoff tap trade transfer transform transpile trigger turn type unassign
  unfollow uninstall unlink unlock unmount unmute unpin unsubscribe update upload upsert vacuum vote
  water withdraw write cast buchen buche boek boeken reserver réserver envoyer enviar invia prenota zarezerwuj wyslij`);

/** Verbs of an act if the name begins with them; further on they are what it is about. */
export const BEGINS_ACTION =
  words(`acknowledge adjust administer admit adopt advance affix aim align amend anchor annotate annul answer apply appoint
  arrange assemble attend auction award back backup bake ban barcode bathe berth bind blend boil bond bookmark boost bottle breed brew bring
  broadcast brush bury calibrate carry carve cast catch certify change check_in chill claim clean coat collect combine
  commission compact condense configure confirm connect control cook cool correct countersign cover crack crush cultivate cure cut
  deal debit decant decorate deduct defrost delegate deliver demote dial dig dilute dip discharge disconnect dismiss
  dispense dispose divert dive dock donate dose drain draw drill drive dry dub dye eject elect elevate empty enact engage engrave enlarge enlist
  enqueue enrich enter erase evict exchange exempt expel expire expose extend feed ferment fertilize fetch_and fill film fire fit fix flash
  fly focus fold force forge format_disk foster freeze freight fry fuse gild give glaze glue graft grease grill grind groom grow hammer
  hand hang harvest hatch haul heal heat hide hoist hold host hunt ignite implant impound include increase decrease index inflate
  inject inscribe insure integrate invoke iron irrigate isolate kick knead knit lace lay leash leave lift liquidate load lodge
  lower lubricate machine mail_out manufacture mash mate melt memory mend mill mine mix mobilize moor mop mould mow nail nominate notarize notify
  nudge obtain occupy offer offload onboard operate opt orbit outfit overwrite pack paint pair park parse_and paste pave pawn peel
  perform perforate photograph pickle pilot plough pluck polish pollinate portion pour power pre predict prepare preheat prescribe preserve prime
  procure process program project propagate prune pump punch quarantine queue quench quilt quit rack raise ransom rebook rebalance recharge
  reconcile reconnect record recover recruit recycle redeem redirect redraw reduce refill refit refuel regenerate rehearse relay relocate remind remit rent reorder
  repair repaint replace replenish replant report_lost reposition reprint repot request reroute rescan reschedule rescue reseed restock restore
  resurface retire retract retrain return reverse revise rewind ride rig ring rinse rip roast rob roll
  rotate sail sand saw scrap scrub sculpt seal seat seed separate serve settle sew shape share sharpen shave shear shelve shift shoot shred shut
  sift silence sing slice slide slip smelt smoke snooze soak sort sow spawn spin spray spread squash stable stack staff stage stain steam steer
  sterilize stir stitch strap stream strengthen stretch strike strip stuff subtract summon supply suspend swear sweep swim tag
  tan tape tare tattoo teach tell terminate tether text_to thaw tie tighten tile till tilt tint toast toggle tow train transcode transfuse
  transmit transplant transport treat trim tune twist unarchive unblock unbook uncork undo undock unfreeze unhook unload unpack unplug unseal
  unzip upgrade vaccinate varnish veto void wake warm warn wash weave wed weld whip whitewash winch wipe wire withhold
  work digitise digitize optimise optimize compress wrap zip zoom hail tip top backfill squash cordon redrive requeue anonymize redact mask timestamp dispute pledge summon descale wax decorate claim appeal petition knock escort deposit exchange airdrop bridge bump cherry taint evict
  rollout reorder reassign offset purchase trim rename topup wire airlift tag collect reap fumigate inspect_and disinfect pressurize defuse detonate excavate moult
   boeken reserver reservar réserver envoyer enviar senden sende invia inviare prenota prenotare acheter comprar kaufen bestellen commander crear
  erstellen créer anlegen löschen eliminar borrar supprimer actualizar aktualisieren importar importieren emitir licht zarezerwuj wyslij bilet agendar marcar pagar bezahlen payer sincronizza aggiorna`);

/** Verbs and nouns of tools that make a text of the caller's own. */
export const REWRITE =
  words(`ask caption chat classify completion correct define describe draft echo compose suggest propose explain format generate help
  hint lowercase moderate ocr paraphrase print prompt quiz repeat rewrite reverse say sentiment simulate story
  haiku limerick verse song sonnet essay slogan tagline headline
  summarize summarise summary think thinking thought transcribe transcript translate translation uppercase usage quote joke poem etymology`);

/** A tool whose name begins with one of these decides: a refusal is its answer. */
export const JUDGES = words('adjudicate appraise assess candle decide grade judge moderate triage umpire');

/** A tool whose name begins with one of these finds out something, whatever else its name says. */
export const FINDS_OUT = words(
  'detect estimate evaluate examine forecast guess measure observe probe screen survey weigh',
);

/** What is asked for is the state of something. */
export const CHECK =
  words(`alert alerts analyze analyse assess audit availability available check checks ci compare
  deployment deployments diagnose diagnostics doctor eslint evaluate exists grade grammar has health healthcheck
  incident incidents inspect inspection is job jobs lint metrics monitor outage permission permissions ping pipeline
  proofread pytest quota readiness report review run runs score spell spellcheck spelling stats state status statuses
  outcome outcomes test tests track tracking typecheck uptime usage validate validator verify whois workflow workflows visible tally tallies count
  counts census overview totals statement ledger dashboard results statistics audit decision prove assert satisfiability contains
  preview dry faults delays warnings warning bulletin forecast_report findings denials reasons umpire`);

/** These are checks whatever verb stands before them: "run_tests" reports, "run_job" acts. */
export const ALWAYS_CHECK = words(
  'audit check diagnostics health lint test tests typecheck validate dry preview simulate simulation',
);

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(/\s+/));
}
