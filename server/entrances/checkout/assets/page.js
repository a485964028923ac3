// Everything on the page works without this, by plain links and forms. What it adds: the time runs, numbers are copied,
// and the page shows what has changed without being loaded again.
(() => {
  document.documentElement.classList.add('scripted');

  const pollTimeoutMs = 10_000;
  const copiedForMs = 2_000;

  const find = (selector) => document.querySelector(selector);
  const isView = (element) => element instanceof Element && element.id === 'view';
  const isForm = (element) => element instanceof Element && element.id === 'receipt-form';
  const announce = (text) => {
    const place = find('#announcement');
    if (place) place.textContent = text;
  };
  const look = () => {
    if (window.htmx && document.body) window.htmx.trigger(document.body, 'look');
  };

  let isUploading = false;

  // The time is the server's: it says how much is left, each time that it is asked. In between two clocks of the payer's
  // are followed, of which one stands still while a device sleeps and the other may be set.
  let clock = null;
  const setClock = (seconds) => {
    clock = { seconds, startedAt: performance.now(), startedOn: Date.now() };
  };
  const secondsLeft = () => {
    const passedMs = Math.max(performance.now() - clock.startedAt, Date.now() - clock.startedOn);
    return Math.max(0, Math.ceil(clock.seconds - passedMs / 1_000));
  };
  const twoDigits = (count) => String(count).padStart(2, '0');
  const showSeconds = (seconds) => {
    const hours = Math.floor(seconds / 3_600);
    const minutes = Math.floor(seconds / 60) % 60;
    const rest = twoDigits(seconds % 60);
    return hours > 0 ? `${hours}:${twoDigits(minutes)}:${rest}` : `${minutes}:${rest}`;
  };
  // Said once, and not by colour alone: the page's style shows the words beside the time.
  const soonSeconds = 120;
  let isSoonSaid = false;
  const showSoon = (left) => {
    const place = find('.time');
    const isSoon = left > 0 && left <= soonSeconds;
    if (place) place.classList.toggle('soon', isSoon);
    if (place && isSoon && !isSoonSaid) announce(place.querySelector('.hurry').textContent.trim());
    isSoonSaid = isSoon;
  };
  const tick = () => {
    const timer = find('[data-remaining]');
    if (!timer || !clock) return;
    const left = secondsLeft();
    const shown = showSeconds(left);
    if (timer.textContent !== shown) timer.textContent = shown;
    showSoon(left);
    const view = find('#view');
    const isOver = left === 0;
    if (view.classList.contains('is-over') === isOver) return;
    view.classList.toggle('is-over', isOver);
    if (isOver) look();
  };
  const readClock = () => {
    const timer = find('[data-remaining]');
    if (timer) setClock(Number(timer.dataset.remaining));
    tick();
  };

  const copyText = async (text) => {
    try {
      return await navigator.clipboard.writeText(text);
    } catch {
      // Without a secure connection there is no clipboard to ask for, and some browsers refuse it.
    }
    const area = document.createElement('textarea');
    area.value = text;
    area.className = 'unseen';
    document.body.append(area);
    area.select();
    const isCopied = document.execCommand('copy');
    area.remove();
    if (!isCopied) throw new Error('not copied');
  };
  const copy = async (button) => {
    try {
      await copyText(button.dataset.copy);
    } catch {
      // The text stands beside the button, and one touch selects all of it.
      const value = button.parentElement.querySelector('.value');
      getSelection().selectAllChildren(value);
      return;
    }
    const word = button.querySelector('.word');
    const shown = button.dataset.word ?? word.textContent;
    const { copied } = find('#view').dataset;
    button.dataset.word = shown;
    word.textContent = copied;
    button.classList.add('done');
    announce(copied);
    setTimeout(() => {
      word.textContent = shown;
      button.classList.remove('done');
    }, copiedForMs);
  };

  const tell = (text, isBad) => {
    const place = find('#receipt-message');
    if (!place) return;
    place.textContent = text;
    place.classList.toggle('soft', !isBad);
  };
  const megabyte = 1024 * 1024;
  const showSize = (bytes) => {
    const [amount, unit] = bytes < megabyte ? [Math.ceil(bytes / 1024), 'kilobyte'] : [bytes / megabyte, 'megabyte'];
    const options = { style: 'unit', unit, maximumFractionDigits: 1 };
    return new Intl.NumberFormat(document.documentElement.lang, options).format(amount);
  };
  /** The chosen file in the page's own words: browsers speak their own language. */
  const showChosen = (file) => {
    const place = find('#receipt-chosen');
    place.dataset.none ??= place.textContent;
    place.replaceChildren();
    if (file === undefined) return place.append(place.dataset.none);
    const name = document.createElement('strong');
    name.textContent = file.name;
    const part = (className, text) => Object.assign(document.createElement('span'), { className, textContent: text });
    place.append(name, ' ', part('size', showSize(file.size)), part('check', place.dataset.check));
  };
  const isTooLarge = ({ files: [file], dataset }) => file !== undefined && file.size > Number(dataset.maxBytes);
  const complain = (input, text) => {
    if (text === '') input.removeAttribute('aria-invalid');
    else input.setAttribute('aria-invalid', 'true');
    tell(text, true);
  };
  /** What can be said of a file before it is sent. Only its size keeps it from being sent. */
  const checkFile = (input) => {
    const [file] = input.files;
    showChosen(file);
    complain(input, isTooLarge(input) ? input.dataset.tooLarge : '');
    const isOther = file !== undefined && file.type !== 'application/pdf' && !/\.pdf$/i.test(file.name);
    if (isOther && !isTooLarge(input)) tell(input.dataset.notPdf, false);
  };
  const showProgress = (loaded, total) => {
    const bar = find('#receipt-progress');
    if (!bar) return;
    const label = bar.parentElement.querySelector('label');
    bar.parentElement.hidden = false;
    bar.value = total > 0 ? Math.floor((loaded / total) * 100) : 0;
    // What is sent is not yet taken: how long that takes is not known.
    const isSent = total > 0 && loaded >= total;
    if (isSent) bar.removeAttribute('value');
    label.textContent = isSent ? label.dataset.checking : label.dataset.sending;
  };
  const hideProgress = () => {
    const bar = find('#receipt-progress');
    if (bar) bar.parentElement.hidden = true;
  };

  document.addEventListener('click', (event) => {
    const button = event.target instanceof Element ? event.target.closest('button[data-copy]') : null;
    if (button) void copy(button);
  });
  document.addEventListener('change', (event) => {
    if (event.target.id === 'receipt') checkFile(event.target);
  });
  // Before htmx or the browser send it: what is wrong is said once, beside the file, in the language of the page.
  document.addEventListener(
    'submit',
    (event) => {
      if (!isForm(event.target)) return;
      const input = find('#receipt');
      const wrong = input.files.length === 0 ? input.dataset.none : isTooLarge(input) ? input.dataset.tooLarge : '';
      if (wrong === '') return;
      event.preventDefault();
      event.stopPropagation();
      complain(input, wrong);
      input.focus();
    },
    true,
  );
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) look();
  });
  addEventListener('online', look);
  addEventListener('pageshow', (event) => {
    if (event.persisted) look();
  });
  document.addEventListener('DOMContentLoaded', () => {
    readClock();
    setInterval(tick, 250);
    // A browser that goes back has kept the file.
    const input = find('#receipt');
    if (input && input.files.length > 0) checkFile(input);
  });

  document.addEventListener('htmx:configRequest', (event) => {
    if (isView(event.target)) event.detail.timeout = pollTimeoutMs;
  });
  document.addEventListener('htmx:beforeRequest', (event) => {
    // A page that is not looked at asks nothing, and one that is sending waits for what comes of it.
    if (isView(event.target) && (isUploading || document.hidden)) event.preventDefault();
    if (!isForm(event.target)) return;
    isUploading = true;
    tell('', false);
    showProgress(0, 0);
  });
  document.addEventListener('htmx:xhr:progress', (event) => {
    const { lengthComputable, loaded, total } = event.detail;
    if (isForm(event.target) && isUploading && lengthComputable) showProgress(loaded, total);
  });
  document.addEventListener('htmx:afterRequest', (event) => {
    // What asked may be gone from the page by now, and the event with it to another element.
    const { requestConfig, successful, xhr } = event.detail;
    const { elt } = requestConfig;
    // Zero: no answer came. A server that answers, be it with a refusal, can be reached.
    const notice = isView(elt) && find('#offline');
    if (notice) notice.hidden = xhr.status !== 0;
    if (!isForm(elt)) return;
    isUploading = false;
    hideProgress();
    // What stands between us and the payer may answer, too, or no server at all: none of that goes onto the page.
    if (!successful) tell(elt.dataset.failed, true);
  });
  document.addEventListener('htmx:beforeSwap', (event) => {
    const { requestConfig, xhr } = event.detail;
    const { elt } = requestConfig;
    if (isView(elt) && isUploading) event.detail.shouldSwap = false;
    if (isForm(elt) && xhr.getResponseHeader('hx-reswap') !== null) {
      event.detail.shouldSwap = true;
      event.detail.isError = false;
    }
  });

  let hadFocus = false;
  document.addEventListener('htmx:beforeSwap', (event) => {
    const view = find('#view');
    hadFocus = event.detail.shouldSwap === true && view !== null && view.contains(document.activeElement);
  });
  document.addEventListener('htmx:afterSwap', (event) => {
    if (!isView(event.target)) return;
    const heading = find('#view h1');
    if (heading) announce(heading.textContent.trim().replace(/\s+/g, ' '));
    if (hadFocus && heading) heading.focus();
    readClock();
  });
  // With each answer that nothing has changed.
  document.addEventListener('remaining', (event) => {
    setClock(Number(event.detail.value));
    tick();
  });
})();
