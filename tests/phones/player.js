// One look at the page as a person has it: touches one thing that is offered, and says what.
(() => {
  if (!told || isAway || pending || asking) return 'wait';
  const any = (list) => list[Math.floor(Math.random() * list.length)];
  const primary = () => app.querySelector('[data-key=primary]:not(:disabled)');
  if (sheet.open) {
    const options = [...sheet.querySelectorAll('.choice:not(:disabled)')], go = sheet.querySelector('.ends .go');
    if (options.length && (!go || Math.random() < 0.6)) { any(options).click(); return 'option'; }
    (go || sheet.querySelector('.ends button')).click();
    return 'sheet';
  }
  const pick = picker();
  if (pick) {
    if (picks.length >= pick.choice.asks.length) { primary().click(); return 'ready'; }
    const cards = new Set(pick.options.map((option) => 'card ' + option.value));
    any([...app.querySelectorAll('button.card:not(.is-picked)')].filter((node) => cards.has(node.dataset.key))).click();
    return 'pick';
  }
  if (told.can_take_chance || offer) { primary().click(); return 'primary'; }
  const mine = choices(), isMine = told.view.prompt.player === told.player;
  const serious = mine.filter((choice) => group_of(choice) !== 'secret');
  if (!mine.length || (!serious.length && !isMine && Math.random() < 0.8)) return 'idle';
  if (!isMine && !serious.length && told.view.prompt.player !== undefined && Math.random() < 0.7) return 'idle';
  const lit = told.view.board ? [...lights()] : [];
  if (isMine && lit.length && Math.random() < SHARE_OF_SPACES) { touch_space(any(lit)); return 'space'; }
  if (primary() && Math.random() < 0.75) { primary().click(); return 'primary'; }
  const buttons = [...app.querySelectorAll('main .choice:not(:disabled), button.card:not(.is-faded):not(:disabled)')];
  if (buttons.length) { any(buttons).click(); return 'button'; }
  if (primary()) { primary().click(); return 'primary'; }
  return 'idle';
})()
