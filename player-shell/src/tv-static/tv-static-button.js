/*
 * The one button of the static TV view, in the JavaScript of 2009 (ES5), which the build holds it to: no
 * modules, promises or fetch are needed. On a page without that button, which is the TV view in a browser
 * without modules, it leads to the view that has one.
 */
// oxlint-disable no-var, prefer-template, prefer-arrow-callback, func-names, object-shorthand -- the browsers of these televisions know nothing newer
(function () {
  var button = document.getElementById('toggle');
  if (!button) {
    if (!document.getElementById('static-tv')) {
      location.replace(location.pathname.replace(/\/tv\/?$/, '/tv-static') + location.search);
    }
    return;
  }
  var sound = document.getElementById('sound');
  var live = document.getElementById('live');
  var fault = document.getElementById('fault');
  var stream = button.getAttribute('data-stream');
  var faults = JSON.parse(button.getAttribute('data-faults'));
  var isOn = false;

  /* While a fault is shown there is no Play button, but one to try again (specification §4). */
  function show(on, said) {
    isOn = on;
    button.textContent = button.getAttribute(on ? 'data-pause' : said ? 'data-retry' : 'data-play');
    fault.textContent = said || '';
    if (!on) live.hidden = true;
  }

  /* Lets go of the stream, so that the next press is live again. */
  function stop(said) {
    show(false, said);
    sound.pause();
    sound.removeAttribute('src');
    sound.load();
  }

  function fail() {
    if (isOn) stop(faults[sound.error ? sound.error.code : 0] || faults[0]);
  }

  function play() {
    show(true);
    sound.src = stream + (stream.indexOf('?') < 0 ? '?' : '&') + 't=' + new Date().getTime();
    var begun = sound.play();
    /* Browsers since 2016 answer, and only this answer tells that they want a press. To be paused is no fault. */
    if (begun && begun['catch']) {
      begun['catch'](function (reason) {
        if (reason.name === 'NotAllowedError') stop(button.getAttribute('data-blocked'));
        else if (reason.name !== 'AbortError') fail();
      });
    }
  }

  button.addEventListener('click', function () {
    if (isOn) stop();
    else play();
  });
  sound.addEventListener('playing', function () {
    live.hidden = !isOn;
  });
  sound.addEventListener('waiting', function () {
    live.hidden = true;
  });
  /* By the television itself or its remote control; our own may be told late, when it plays again. */
  sound.addEventListener('pause', function () {
    if (isOn && sound.paused) stop();
  });
  sound.addEventListener('ended', function () {
    stop();
  });
  sound.addEventListener('error', fail);
  button.hidden = false;
  button.focus();
})();
